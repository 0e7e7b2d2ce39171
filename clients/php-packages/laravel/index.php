<?php

// A shop on Laravel with one package in it. The middleware groups are those of Laravel's own skeleton.
require_once 'Illuminate/autoload.php';
require_once 'GuzzleHttp/autoload.php';

spl_autoload_register(function (string $class): void {
    $prefix = getenv('PACKAGE_NAMESPACE');
    if (!str_starts_with($class, $prefix)) {
        return;
    }
    require getenv('PACKAGE_FOLDER') . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
});

class ShopCsrfToken extends Illuminate\Foundation\Http\Middleware\VerifyCsrfToken
{
    protected function inExceptArray($request): bool
    {
        $file = storage_path('csrf-exempt.txt');
        return is_file($file) && file_get_contents($file) === $request->path();
    }
}

class ShopKernel extends Illuminate\Foundation\Http\Kernel
{
    protected $middlewareGroups = [
        'web' => [
            Illuminate\Cookie\Middleware\EncryptCookies::class,
            Illuminate\Cookie\Middleware\AddQueuedCookiesToResponse::class,
            Illuminate\Session\Middleware\StartSession::class,
            Illuminate\View\Middleware\ShareErrorsFromSession::class,
            ShopCsrfToken::class,
            Illuminate\Routing\Middleware\SubstituteBindings::class,
        ],
    ];
}

function defineRoutes(): void
{
    // The shop's start page: it shows the token of its forms, and the messages that the package left.
    Illuminate\Support\Facades\Route::middleware('web')->get('/', fn () => response()->json([
        'token' => csrf_token(),
        'errors' => session('errors') ? session('errors')->all() : [],
        'messages' => array_values(array_filter([session('success'), session('warning')])),
    ]))->name('home');
    // The shop's own code calls the package: a method of its facade, with arguments.
    Illuminate\Support\Facades\Route::post('/call', function (Illuminate\Http\Request $request) {
        try {
            $answer = app('tabby')->{$request->input('method')}(...$request->input('arguments'));
            return response()->json(['answer' => $answer]);
        } catch (Throwable $error) {
            return response()->json(['error' => $error->getMessage()]);
        }
    });
}

$app = new Illuminate\Foundation\Application(__DIR__);
$app->singleton(Illuminate\Contracts\Http\Kernel::class, ShopKernel::class);
$app->singleton(Illuminate\Contracts\Console\Kernel::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(
    Illuminate\Contracts\Debug\ExceptionHandler::class,
    Illuminate\Foundation\Exceptions\Handler::class,
);
$app->booted(defineRoutes(...));

$kernel = $app->make(Illuminate\Contracts\Http\Kernel::class);
$request = Illuminate\Http\Request::capture();
$response = $kernel->handle($request)->send();
$kernel->terminate($request, $response);
