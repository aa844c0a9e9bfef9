"""The official Dropbox client against the stub: official_client_test.py STUB

Every step is a call that the client validates by its own copy of the API's specification.
"""

import hashlib
import json
import re
import sys
import urllib.parse
import urllib.request

import dropbox
from dropbox import files
from dropbox.exceptions import ApiError, AuthError, BadInputError, RateLimitError

STUB = sys.argv[1]
BLOCK = 4 * 1024 * 1024


def content_hash(data):
    blocks = (data[start:start + BLOCK] for start in range(0, len(data), BLOCK))
    return hashlib.sha256(b"".join(hashlib.sha256(block).digest() for block in blocks)).hexdigest()


def control(command, **fields):
    request = urllib.request.Request(
        f"{STUB}/control/{command}", json.dumps(fields).encode(),
        {"Content-Type": "application/json"})
    urllib.request.urlopen(request).close()


def client(**options):
    return dropbox.Dropbox(
        "a-token", max_retries_on_error=0, max_retries_on_rate_limit=0, **options
    )


def expect(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"expected {kind.__name__}")


def walk(dbx, path, **options):
    result = dbx.files_list_folder(path, **options)
    entries = list(result.entries)
    while result.has_more:
        result = dbx.files_list_folder_continue(result.cursor)
        entries += result.entries
    return entries, result.cursor


def account():
    dbx = client()
    assert len(dbx.users_get_current_account().account_id) == 40
    assert dbx.check_user("hello").result == "hello"
    rooted = dbx.with_path_root(dropbox.common.PathRoot.root("1900513"))
    assert rooted.files_list_folder("").entries


def listing():
    dbx = client()
    entries, _ = walk(dbx, "", recursive=True)
    photos = [entry for entry in entries if isinstance(entry, files.FileMetadata)]
    assert len(photos) == 230, len(photos)
    assert all(len(photo.content_hash) == 64 and photo.is_downloadable for photo in photos)
    found, folders = [], [""]
    while folders:
        for entry in walk(dbx, folders.pop(), limit=1000)[0]:
            found.append(entry.path_lower)
            if isinstance(entry, files.FolderMetadata):
                folders.append(entry.path_lower)
    assert sorted(found) == sorted(entry.path_lower for entry in entries)
    return photos


def metadata(photos):
    dbx = client()
    assert isinstance(dbx.files_get_metadata("/Camera Uploads"), files.FolderMetadata)
    photo = dbx.files_get_metadata(photos[0].path_display, include_media_info=True)
    taken = photo.media_info.get_metadata()
    assert isinstance(taken, files.PhotoMetadata)
    assert (taken.dimensions.width, taken.dimensions.height) == (640, 480)
    assert taken.time_taken and taken.location
    error = expect(ApiError, lambda: dbx.files_get_metadata("/nowhere"))
    assert error.error.get_path().is_not_found()
    expect(BadInputError, lambda: dbx.files_list_folder("/"))


def thumbnails(photos):
    dbx = client()
    size = files.ThumbnailSize.w256h256
    _, response = dbx.files_get_thumbnail(photos[0].path_lower, size=size)
    assert response.content.startswith(b"\xff\xd8")
    result, response = dbx.files_get_thumbnail_v2(
        files.PathOrLink.path(photos[0].path_lower), format=files.ThumbnailFormat.png, size=size)
    assert response.content.startswith(b"\x89PNG")
    assert result.file_metadata.media_info.get_metadata().dimensions.width == 640
    arguments = [files.ThumbnailArg(photo.path_lower, size=size) for photo in photos[:24]]
    arguments.insert(3, files.ThumbnailArg("/nowhere.jpg"))
    entries = dbx.files_get_thumbnail_batch(arguments).entries
    assert [entry.is_success() for entry in entries] == [index != 3 for index in range(25)]
    assert entries[3].get_failure().is_path()
    assert entries[24].get_success().metadata.id == photos[23].id
    error = expect(
        ApiError, lambda: dbx.files_get_thumbnail_batch(arguments + arguments[:1]))
    assert error.error.is_too_many_files()


def contents(photos):
    dbx = client()
    for photo in photos:
        assert content_hash(dbx.files_download(photo.path_lower)[1].content) == photo.content_hash
    for photo in photos[:5]:
        for path in (photo.path_display, photo.id, f"rev:{photo.rev}"):
            result, response = dbx.files_download(path)
            assert result.id == photo.id
            assert len(response.content) == photo.size
            assert content_hash(response.content) == photo.content_hash
    link = dbx.files_get_temporary_link(photos[0].path_lower)
    with urllib.request.urlopen(link.link) as response:
        assert content_hash(response.read()) == photos[0].content_hash
    error = expect(ApiError, lambda: dbx.files_download("/nowhere"))
    assert error.error.get_path().is_not_found()


def changes():
    dbx = client()
    cursor = dbx.files_list_folder_get_latest_cursor("", recursive=True).cursor
    control("add", path="/Zürich/Übung 🏔.jpg")
    control("move", **{"from": "/Zürich/Übung 🏔.jpg", "to": "/Zürich/weiter.jpg"})
    assert dbx.files_list_folder_longpoll(cursor, timeout=30).changes
    result = dbx.files_list_folder_continue(cursor)
    kinds = [type(entry).__name__ for entry in result.entries]
    assert kinds == ["FolderMetadata", "FileMetadata", "DeletedMetadata", "FileMetadata"], kinds
    assert result.entries[1].id == result.entries[3].id
    assert dbx.files_download("/zürich/weiter.jpg")[0].name == "weiter.jpg"
    control("reset_cursors")
    error = expect(ApiError, lambda: dbx.files_list_folder_continue(cursor))
    assert error.error.is_reset()


def faults():
    dbx = client()
    control(
        "fault", route="files/list_folder", effect="status", status=429,
        headers={"Retry-After": "7"},
        body=json.dumps({
            "error_summary": "too_many_requests/..",
            "error": {"reason": {".tag": "too_many_requests"}, "retry_after": 7},
        }))
    assert expect(RateLimitError, lambda: dbx.files_list_folder("")).backoff == 7
    # It asks once more, as if it could have refreshed the token.
    control("fault", route="files/list_folder", effect="expired_token", count=2)
    error = expect(AuthError, lambda: dbx.files_list_folder(""))
    assert error.error.is_expired_access_token()
    control("fault", route="files/list_folder", effect="status", status=503)
    patient = dropbox.Dropbox("a-token", max_retries_on_error=1)
    assert patient.files_list_folder("").entries


def authorization():
    flow = dropbox.DropboxOAuth2FlowNoRedirect(
        "app", use_pkce=True, token_access_type="offline",
        scope=["account_info.read", "files.metadata.read"])
    page = flow.start()
    address = STUB + urllib.parse.urlsplit(page)._replace(scheme="", netloc="").geturl()
    with urllib.request.urlopen(address) as response:
        key = re.search('name="page" value="([^"]+)"', response.read().decode()).group(1)
    answer = urllib.parse.urlencode({"page": key, "decision": "allow"}).encode()
    with urllib.request.urlopen(f"{STUB}/oauth2/authorize", answer) as response:
        code = response.read().decode().split()[-1]
    grant = flow.finish(code)
    options = dict(oauth2_refresh_token=grant.refresh_token, app_key="app")
    dbx = dropbox.Dropbox(**options)
    assert dbx.users_get_current_account().account_id == grant.account_id
    assert dbx.files_list_folder("").entries
    control("expire_tokens")
    assert dbx.files_list_folder("").entries
    expect(AuthError, lambda: dbx.files_download("/nowhere"))
    narrow = dropbox.Dropbox(**options, scope=["account_info.read"])
    assert narrow.users_get_current_account()
    expect(AuthError, lambda: narrow.files_list_folder(""))
    dbx.auth_token_revoke()
    expect(AuthError, lambda: dropbox.Dropbox(**options).files_list_folder(""))


def main():
    account()
    photos = listing()
    metadata(photos)
    thumbnails(photos)
    contents(photos)
    changes()
    faults()
    authorization()
    print(f"the official client {dropbox.__version__} agrees with the stub")


main()
