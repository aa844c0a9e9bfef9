"""Chromium without a window, for the scripts that look at pages."""

import base64
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

NAME = Path(sys.argv[0]).name


def executable():
    """The name of the browser; `None` if none is installed."""
    names = ["chromium", "chromium-browser", "google-chrome"]
    return next((name for name in names if shutil.which(name)), None)


class Browser:
    """Chromium, which is driven by messages over a pipe."""

    def __init__(self, folder):
        self.requests, theirs = os.pipe()[::-1]
        answers, their_answers = os.pipe()
        self.answers = os.fdopen(answers, "rb")
        command = [
            executable(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"]
        line = f'exec "$0" "$@" 3<&{theirs} 4>&{their_answers} </dev/null >/dev/null 2>&1'
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", line, *command], pass_fds=[theirs, their_answers])
        os.close(theirs)
        os.close(their_answers)
        self.number = 0
        self.session = None
        self.addresses = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call(
            "Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network"]:
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            answer = json.loads(self.next_message())
            if answer.get("method") == "Network.requestWillBeSent":
                self.addresses.append(answer["params"]["request"]["url"])
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{NAME}: {method}: {answer['error']}")
                return answer["result"]

    def next_message(self):
        content = b""
        while (byte := self.answers.read1(1)) != b"\0":
            if not byte:
                sys.exit(f"{NAME}: the browser has ended")
            content += byte
        return content

    def evaluate(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            sys.exit(f"{NAME}: {expression[:80]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition):
        reached = self.evaluate(f"""new Promise(resolve => {{
            const end = Date.now() + 20000;
            const test = () => ({condition}) ? resolve(true)
                : Date.now() > end ? resolve(false) : setTimeout(test, 50);
            test();
        }})""")
        if not reached:
            sys.exit(f"{NAME}: this was never true: {condition}")

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def resize(self, width, height, scale=1):
        """Sets the size of the window in CSS pixels, and the pixels of each."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=scale, mobile=False)

    def picture(self):
        """The content of the window as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def end(self):
        self.process.terminate()
        self.process.wait()
