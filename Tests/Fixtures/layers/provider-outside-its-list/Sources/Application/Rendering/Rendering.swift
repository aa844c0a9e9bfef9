import DropboxFeed
import PhotoFeed
