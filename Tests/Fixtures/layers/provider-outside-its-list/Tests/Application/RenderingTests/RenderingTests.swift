import Rendering
import DropboxFeed
