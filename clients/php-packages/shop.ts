import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientStore } from '../judge.ts'
import { runProgram } from '../sources.ts'
import type { Checkout, World } from '../world.ts'
import { openProxy } from './proxy.ts'

const callLimitMs = 60_000

/** A package for Laravel. */
export interface LaravelPackage {
  readonly name: string
  readonly folder: string
  /** The PHP namespace of `src`, with a backslash at its end. */
  readonly namespace: string
  readonly provider: string
}

export interface PageAnswer {
  readonly status: number
  readonly location: string | null
  readonly text: string
}

/** A shop on Laravel with the package, and the keys of its merchant. */
export interface LaravelShop extends ClientStore {
  /** The address at which the sandbox reaches the shop. */
  readonly url: string
  readonly unknownHosts: ReadonlySet<string>
  /** Opens a page as one browser does: with its cookies. */
  visit(method: string, path: string, form?: Readonly<Record<string, string>>): Promise<PageAnswer>
  /** Takes a path out of Laravel's protection of forms, as the shop's own middleware may. */
  exemptFromCsrf(path: string): void
  /** Returns Laravel's log. */
  readLog(): string
  /** Calls a method of the package's service from the shop's own code. */
  // biome-ignore lint/suspicious/noExplicitAny: the package returns decoded JSON
  callPackage(method: string, ...args: readonly unknown[]): Promise<{ readonly answer?: any; readonly error?: string }>
}

/** The names under which the sandbox reaches a package's two shops. */
export const shopNames = (name: string): string[] => [`${name}-strict`, `${name}-lenient`]

/** Returns the versions of PHP, Laravel and Guzzle, or what is missing. */
export async function findLaravel(world: World): Promise<{ versions: string } | string> {
  const code = `require_once 'Illuminate/autoload.php'; require_once 'GuzzleHttp/autoload.php';
    curl_init(); echo PHP_VERSION, ' ', Illuminate\\Foundation\\Application::VERSION, ' ', curl_version()['version'];`
  const output = await runProgram(world, 'php', ['-d', 'error_reporting=0', '-r', code], 30_000)
  const [php, laravel, curl] = output?.trim().split(' ') ?? []
  if (curl === undefined)
    return "PHP with Debian's php-laravel-framework, php-guzzlehttp-guzzle and php-curl is missing"
  return { versions: `PHP ${php}, Laravel ${laravel}, curl ${curl}` }
}

/** Starts a shop with the package and the keys of a new merchant. It ends with the run. */
export async function startShop(world: World, from: LaravelPackage, checkout: Checkout): Promise<LaravelShop> {
  const merchant = await world.newMerchant(checkout)
  const name = `${from.name}-${checkout}`
  const folder = layOutShop(world, from, name)
  const port = world.webPort(name)
  const url = `http://${name}.test`
  const proxy = await openProxy(world)
  const env = {
    SHOP_URL: url,
    PACKAGE_FOLDER: from.folder,
    PACKAGE_NAMESPACE: from.namespace,
    PACKAGE_PROVIDER: from.provider,
    TABBY_PUBLIC_KEY: merchant.publicKey,
    TABBY_SECRET_KEY: merchant.secretKey,
    TABBY_MERCHANT_CODE: 'AE',
    TABBY_CURRENCY: 'AED',
    TABBY_REGION: 'ae',
    HTTPS_PROXY: proxy.url,
  }
  const options = ['-d', 'display_errors=0', '-d', `curl.cainfo=${world.authority}`]
  const program = [...options, '-S', `127.0.0.1:${port}`, '-t', folder, join(folder, 'index.php')]
  const server = world.start('php', program, env)
  await server.waitForLine(/Development Server .* started/)
  const log = join(folder, 'storage/logs/laravel.log')
  return {
    merchant,
    url,
    unknownHosts: proxy.unknownHosts,
    exemptFromCsrf: (path) => writeFileSync(join(folder, 'storage/csrf-exempt.txt'), path),
    readLog: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    ...openBrowser(`http://127.0.0.1:${port}`),
  }
}

/** Lays out the shop's folder, and publishes the package's settings as `artisan vendor:publish` does. */
function layOutShop(world: World, from: LaravelPackage, name: string): string {
  const folder = join(world.folder, 'shops', name)
  cpSync(join(import.meta.dirname, 'laravel'), folder, { recursive: true })
  for (const path of ['sessions', 'views', 'cache'])
    mkdirSync(join(folder, 'storage/framework', path), { recursive: true })
  for (const path of ['storage/logs', 'bootstrap/cache', 'resources/views'])
    mkdirSync(join(folder, path), { recursive: true })
  const settings = join(from.folder, 'src/config/tabby.php')
  if (existsSync(settings)) copyFileSync(settings, join(folder, 'config/tabby.php'))
  return folder
}

function openBrowser(address: string): Pick<LaravelShop, 'visit' | 'callPackage'> {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, type: string, body?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...(body !== undefined && { 'content-type': type }) }
    const limits = { redirect: 'manual', signal: AbortSignal.timeout(callLimitMs) } as const
    const answer = await fetch(address + path, { method, headers, ...limits, ...(body !== undefined && { body }) })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]?.split('=') ?? []
      if (name !== undefined) cookies.set(name, value ?? '')
    }
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  return {
    visit: (method, path, form) =>
      send(method, path, 'application/x-www-form-urlencoded', form && new URLSearchParams(form).toString()),
    async callPackage(method, ...args) {
      const { status, text } = await send(
        'POST',
        '/call',
        'application/json',
        JSON.stringify({ method, arguments: args }),
      )
      if (status !== 200) throw new Error(`the shop answers ${status}: ${text.slice(0, 500)}`)
      return JSON.parse(text)
    },
  }
}
