<?php
// Serves a WordPress folder with PHP's own web server: files as they are, every other address by WordPress.

$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if (is_dir($root . $path) && $path !== '/' && is_file("$root$path/index.php")) $path = rtrim($path, '/') . '/index.php';
if ($path !== '/' && is_file($root . $path) && !str_ends_with($path, '.php')) return false;
if (!is_file($root . $path)) $path = '/index.php';
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $path;
$_SERVER['SCRIPT_FILENAME'] = $root . $path;
chdir(dirname($root . $path));
require $root . $path;
