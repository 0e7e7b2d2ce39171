<?php
// What the shop's machine has beside the plug-in: the line of the hosts file, and the certificate that it trusts.

add_action('http_api_curl', function ($handle, $args, $url) {
    $host = parse_url($url, PHP_URL_HOST);
    if (!preg_match('/\.tabby\.(ai|sa)$/', $host)) return;
    curl_setopt($handle, CURLOPT_CONNECT_TO, ["$host:443:127.0.0.1:" . getenv('CLIENTS_PORT')]);
}, 10, 3);
add_filter('http_request_args', fn ($args) => ['sslcertificates' => getenv('CLIENTS_AUTHORITY')] + $args);
add_filter('pre_wp_mail', '__return_true');
