import DropboxFeed
import Rendering
