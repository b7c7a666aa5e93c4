#!/usr/bin/python3
"""Opens one WebKitGTK window of a phone's size for WebKitWebDriver.

MiniBrowser, the driver's default, is never narrower than 447 px and forgets its profile at the end. This shell keeps
cookies, storage and caches in a given folder, grants every permission, shows a mock camera, saves downloads without a
question and runs a script before the code of each page. The settings come as JSON in SHELL_SETTINGS: `profile`,
`downloads`, `width`, `height`, `language`, `script`.
"""

import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

settings = json.loads(os.environ["SHELL_SETTINGS"])
profile, downloads = settings["profile"], settings["downloads"]
width, height = settings["width"], settings["height"]

data = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, "data"), base_cache_directory=os.path.join(profile, "cache")
)
data.set_itp_enabled(False)
data.get_cookie_manager().set_persistent_storage(
    os.path.join(profile, "cookies.sqlite"), WebKit2.CookiePersistentStorage.SQLITE
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages([settings["language"]])
# without a folder for icons WebKitGTK never asks for one
context.set_favicon_database_directory(os.path.join(profile, "icons"))


def on_download(_context, download):
    def decide(download, name):
        path = os.path.join(downloads, name.replace("/", "_"))
        download.set_destination(GLib.filename_to_uri(path))
        return True

    download.set_allow_overwrite(True)
    download.connect("decide-destination", decide)


def on_policy(_view, decision, kind):
    """Downloads what the engine cannot show, as Safari does."""
    if kind == WebKit2.PolicyDecisionType.RESPONSE and not decision.is_mime_type_supported():
        decision.download()
        return True
    return False


def on_permission(_view, request):
    request.allow()
    return True


def make_view():
    content = WebKit2.UserContentManager()
    content.add_script(
        WebKit2.UserScript(
            settings["script"],
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    options = WebKit2.Settings(
        enable_media_stream=True,
        enable_mock_capture_devices=True,
        enable_write_console_messages_to_stdout=True,
        # a runner without a graphics card
        hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
    )
    view = WebKit2.WebView(
        web_context=context, settings=options, user_content_manager=content, is_controlled_by_automation=True
    )
    view.connect("permission-request", on_permission)
    view.connect("decide-policy", on_policy)
    view.connect(
        "web-process-terminated", lambda _view, reason: print(f"CONSOLE SHELL ERROR {reason}", flush=True)
    )
    window = Gtk.Window(decorated=False)
    window.set_default_size(width, height)
    view.set_size_request(width, height)
    window.add(view)
    window.show_all()
    window.move(0, 0)
    window.resize(width, height)
    return view


def on_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-shell")
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: make_view())


context.connect("download-started", on_download)
context.connect("automation-started", on_automation)
if "--automation" not in sys.argv:
    print("WebKitWebDriver starts this shell", file=sys.stderr)
Gtk.main()
