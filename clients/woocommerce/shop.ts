import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFolder, placeClient, readProgram } from '../sources.ts'
import type { World } from '../world.ts'
import { startMariaDb } from './database.ts'

/** Where the person has the published software: folders, tarballs or ZIP files. */
export interface ShopSources {
  readonly wordpress: string
  readonly woocommerce: string
  readonly plugin: string
}

/** An order as the shop keeps it. */
export interface Order {
  readonly id: number
  readonly status: string
  readonly total: string
  /** The payment's id, or ''. */
  readonly payment: string
  readonly notes: readonly string[]
  readonly refunds: readonly string[]
}

/** A WooCommerce shop with the plug-in, whose web server runs. */
export interface WooShop {
  readonly address: string
  readonly versions: Readonly<Record<'wordpress' | 'woocommerce' | 'plugin' | 'php', string>>
  /** SHA-256 of the plug-in's files. */
  readonly checksum: string
  /** Sets options of WordPress. */
  setOptions(options: Readonly<Record<string, unknown>>): Promise<void>
  /** The pages of both kinds of checkout. */
  readonly pages: Readonly<Record<'block' | 'classic', number>>
  /** Returns the newest order, or that one; null if there is none. */
  order(id?: number): Promise<Order | null>
  /** Makes the order older than the plug-in's time limit, and runs the plug-in's clean-up of unpaid orders. */
  cleanUp(id: number): Promise<void>
}

export const host = 'woocommerce.test'
/** The shop's owner. */
export const owner = { user: 'owner', password: 'owner-of-the-shop' }

const php = join(import.meta.dirname, 'php')
const pluginFile = 'tabby-checkout/tabby-checkout.php'
const phpSettings = ['-d', 'memory_limit=512M', '-d', 'display_errors=0']

/** Sets up the shop and starts its web server. */
export async function openWooShop(world: World, sources: ShopSources): Promise<WooShop> {
  const wordpress = await placeClient(world, 'wordpress', sources.wordpress, 'wp-settings.php')
  const plugins = join(wordpress, 'wp-content/plugins')
  const [woocommerce, plugin] = [
    await placeClient(world, 'woocommerce', sources.woocommerce, 'woocommerce.php'),
    await placeClient(world, 'plugin', sources.plugin, 'tabby-checkout.php'),
  ]
  cpSync(woocommerce, join(plugins, 'woocommerce'), { recursive: true })
  cpSync(plugin, join(plugins, 'tabby-checkout'), { recursive: true })
  const socket = await startMariaDb(world, join(world.folder, 'database'), 'shop')
  writeFileSync(join(wordpress, 'wp-config.php'), configOf(socket))
  const added = join(wordpress, 'wp-content/mu-plugins')
  mkdirSync(added, { recursive: true })
  cpSync(join(php, 'surroundings.php'), join(added, 'surroundings.php'))
  const env = {
    CLIENTS_PORT: String(world.port),
    CLIENTS_AUTHORITY: world.authority,
    PHP_CLI_SERVER_WORKERS: '4',
  }
  const call = async (command: string, given: object = {}) => {
    const args = [...phpSettings, join(php, 'shop.php'), wordpress, command, JSON.stringify(given)]
    const lines = (await readProgram(world, 'php', args, 120_000, env)).trim().split('\n')
    return JSON.parse(lines.at(-1) ?? '')
  }
  await call('install', owner)
  await call('activate', { plugin: 'woocommerce/woocommerce.php' })
  const made = await call('prepare')
  const { version } = await call('activate', { plugin: pluginFile })
  const server = world.start(
    'php',
    [...phpSettings, ...['-S', `127.0.0.1:${world.webPort('woocommerce')}`, '-t', wordpress, join(php, 'router.php')]],
    env,
  )
  await server.waitForLine(/Development Server .* started/)
  return {
    address: `http://${host}`,
    versions: { wordpress: made.wordpress, woocommerce: made.woocommerce, plugin: version, php: made.php },
    checksum: hashFolder(plugin),
    pages: { block: made.block, classic: made.classic },
    setOptions: async (options) => void (await call('options', options)),
    order: (id) => call('order', { id }),
    cleanUp: async (id) => void (await call('cleanup', { id, hook: 'woocommerce_tabby_cancel_unpaid_orders' })),
  }
}

/** WordPress's own settings file. It reaches the plug-in's hosts only. */
function configOf(socket: string): string {
  const constants = {
    ...{ DB_NAME: 'shop', DB_USER: 'root', DB_PASSWORD: '', DB_HOST: `localhost:${socket}` },
    ...{ DB_CHARSET: 'utf8mb4', DB_COLLATE: '', WP_HOME: `http://${host}`, WP_SITEURL: `http://${host}` },
    ...{ WP_HTTP_BLOCK_EXTERNAL: true, WP_ACCESSIBLE_HOSTS: '*.tabby.ai,*.tabby.sa' },
    ...{ DISABLE_WP_CRON: true, AUTOMATIC_UPDATER_DISABLED: true },
    ...Object.fromEntries(keyNames.map((name) => [name, randomBytes(32).toString('hex')])),
  }
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', ${JSON.stringify(value)});`)
  return `<?php
${lines.join('\n')}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`
}

const keyNames = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`])
