"""An OAuth server of other authors, django-oauth-toolkit, on a free port of 127.0.0.1.

Usage: oauth_server.py REDIRECT_ADDRESS

It prints its address, and serves until its standard input ends. The user `ada` is signed in
already. The application `photopark` is public, needs PKCE, and has one callback address. A renewal
replaces the refresh token.
"""

import os
import sys
import tempfile
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings

REDIRECT = sys.argv[1]
folder = tempfile.TemporaryDirectory()

settings.configure(
    SECRET_KEY="only for this test",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
        "oauth2_provider",
    ],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware", f"{__name__}.SignedIn"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(folder.name, "db"),
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    USE_TZ=True,
    OAUTH2_PROVIDER={
        "PKCE_REQUIRED": True,
        "ROTATE_REFRESH_TOKEN": True,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "ALLOWED_REDIRECT_URI_SCHEMES": ["http"],
        "SCOPES": {"read": "Read the account", "other": "Another permission"},
    },
)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from oauth2_provider.decorators import protected_resource  # noqa: E402
from oauth2_provider.models import get_application_model  # noqa: E402


class SignedIn:
    """Signs the user in for each request of the browser."""

    def __init__(self, respond):
        self.respond = respond

    def __call__(self, request):
        if request.path.startswith("/o/authorize"):
            request.user = get_user_model().objects.get(username="ada")
        return self.respond(request)


@protected_resource(scopes=["read"])
def account(request):
    user = request.resource_owner
    return JsonResponse({"account_id": user.username, "email": user.email})


urlpatterns = [
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    path("account", account),
]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def main():
    call_command("migrate", verbosity=0)
    ada = get_user_model().objects.create_user("ada", "ada@example.com", "unused")
    get_application_model().objects.create(
        client_id="photopark", user=ada, redirect_uris=REDIRECT, client_type="public",
        authorization_grant_type="authorization-code", name="PhotoPark")
    server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()


main()
