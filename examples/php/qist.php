<?php
// A client of Qist, and the check of its notifications. PHP 8.1 or newer with its curl extension.

/** A refusal, or no usable answer: then `status` is 0 or at least 500, and the call may have taken effect. */
class QistError extends Exception
{
    public readonly bool $passes;

    public function __construct(public readonly int $status, array $answer, public readonly float $wait = 0)
    {
        parent::__construct($answer['error'] ?? json_encode($answer));
        $this->passes = in_array($status, [0, 409, 429], true) || $status >= 500;
    }
}

class Qist
{
    public function __construct(private int $retries = 4, private ?Closure $onAttempt = null)
    {
    }

    public function get(string $path): array
    {
        return $this->repeat('GET', $path, null, $this->retries);
    }

    /** Repeats the call only where a repetition moves nothing twice: under a reference_id, and for a close. */
    public function post(string $path, ?array $body = null): array
    {
        $isSafe = isset($body['reference_id']) || str_ends_with($path, '/close');
        return $this->repeat('POST', $path, $body, $isSafe ? $this->retries : 0);
    }

    private function repeat(string $method, string $path, ?array $body, int $retries): array
    {
        for ($attempt = 0;; $attempt += 1) {
            try {
                $answer = $this->call($method, $path, $body);
                $this->onAttempt?->__invoke($attempt + 1, 200);
                return $answer;
            } catch (QistError $error) {
                $this->onAttempt?->__invoke($attempt + 1, $error->status);
                if (!$error->passes || $attempt === $retries) {
                    throw $error;
                }
                usleep((int) (1e6 * max($error->wait, 0.5 * 2 ** $attempt * random_int(80, 120) / 100)));
            }
        }
    }

    private function call(string $method, string $path, ?array $body): array
    {
        $wait = 0;
        $headers = ['Authorization: Bearer ' . getenv('QIST_SECRET_KEY'), 'Content-Type: application/json'];
        $curl = curl_init(getenv('QIST_URL') . $path);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$wait) {
                $wait = sscanf(strtolower($line), 'retry-after: %d')[0] ?? $wait;
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
        }
        $text = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $answer = is_string($text) ? json_decode($text, true) : null;
        if ($status === 200 && is_array($answer)) {
            return $answer;
        }
        // An answer that broke off is no answer.
        $isWhole = is_string($text) && $status !== 200;
        throw new QistError($isWhole ? $status : 0, is_array($answer) ? $answer : ['error' => 'no answer'], $wait);
    }
}

function sign(string $secret, string $id, string $timestamp, string $body): string
{
    $key = base64_decode(str_replace('whsec_', '', $secret));
    return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
}

/** Whether it is from Qist. `$headers` by their names in lower case, `$body` as it arrived. */
function isGenuine(string $secret, array $headers, string $body, ?int $now = null): bool
{
    ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $given]
        = $headers + ['webhook-id' => '', 'webhook-timestamp' => '', 'webhook-signature' => ''];
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $right = sign($secret, $id, $timestamp, $body);
    return array_filter(explode(' ', $given), fn ($one) => hash_equals($right, $one)) !== [];
}
