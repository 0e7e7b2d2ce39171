"""A client of Qist, and the check of its notifications. Python 3.9 or newer, standard library only."""
import base64, hmac, http.client, json, os, random, re, time, urllib.error, urllib.request


class QistError(Exception):
    """A refusal, or no usable answer: then `status` is 0 or at least 500, and the call may have taken effect."""

    def __init__(self, status, answer, wait=0):
        super().__init__(answer.get('error') or json.dumps(answer))
        self.status, self.wait = status, wait
        self.passes = status in (0, 409, 429) or status >= 500


class Qist:
    def __init__(self, retries=4, on_attempt=lambda attempt, status: None):
        self.url, self.key = os.environ['QIST_URL'], os.environ['QIST_SECRET_KEY']
        self.retries, self.on_attempt = retries, on_attempt

    def get(self, path):
        return self._repeat('GET', path, None, self.retries)

    def post(self, path, body=None):
        """Repeats the call only where a repetition moves nothing twice: under a reference_id, and for a close."""
        is_safe = 'reference_id' in (body or {}) or path.endswith('/close')
        return self._repeat('POST', path, body, self.retries if is_safe else 0)

    def _repeat(self, method, path, body, retries):
        for attempt in range(retries + 1):
            try:
                answer = self._call(method, path, body)
                self.on_attempt(attempt + 1, 200)
                return answer
            except QistError as error:
                self.on_attempt(attempt + 1, error.status)
                if not error.passes or attempt == retries:
                    raise
                time.sleep(max(error.wait, 0.5 * 2**attempt * random.uniform(0.8, 1.2)))

    def _call(self, method, path, body):
        headers = {'Authorization': f'Bearer {self.key}', 'Content-Type': 'application/json'}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise self._refusal(error) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise QistError(0, {'error': f'no answer: {error}'}) from error

    def _refusal(self, error):
        try:
            answer = json.loads(error.read())
        except (OSError, http.client.HTTPException, ValueError):
            answer = {'error': f'status {error.code}'}
        wait = error.headers.get('Retry-After') or ''
        return QistError(error.code, answer, int(wait) if wait.isdigit() else 0)


def sign(secret, id, timestamp, body):
    key = base64.b64decode(secret.replace('whsec_', '', 1))
    return 'v1,' + base64.b64encode(hmac.digest(key, f'{id}.{timestamp}.'.encode() + body, 'sha256')).decode()


def is_genuine(secret, headers, body, now=None):
    """Whether it is from Qist. `headers` has a case-insensitive `get`, `body` is the raw bytes."""
    id, timestamp = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    if not re.fullmatch('[0-9]{1,12}', timestamp) or abs((now or time.time()) - int(timestamp)) > 300:
        return False
    right = sign(secret, id, timestamp, body).encode()
    given = headers.get('webhook-signature', '').split(' ')
    return any([hmac.compare_digest(right, one.encode()) for one in given])
