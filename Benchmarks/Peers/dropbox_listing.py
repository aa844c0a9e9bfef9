"""The official Dropbox client lists the whole account into memory: dropbox_listing.py CA_FILE

The hosts come from DROPBOX_API_HOST and its sisters, which the client reads when it is imported.
Prints the number of nodes and the seconds that the listing took, without the interpreter's start.
"""

import sys
import time

import dropbox

client = dropbox.Dropbox(oauth2_access_token="benchmark", ca_certs=sys.argv[1])
start = time.monotonic()
page = client.files_list_folder("", recursive=True, limit=2000)
entries = list(page.entries)
while page.has_more:
    page = client.files_list_folder_continue(page.cursor)
    entries.extend(page.entries)
files = sum(isinstance(entry, dropbox.files.FileMetadata) for entry in entries)
print(files, time.monotonic() - start)
