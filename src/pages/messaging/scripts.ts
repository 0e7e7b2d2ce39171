import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { assetOf } from '../../platform/ui/assets.ts'
import { marketsJson } from './markets.ts'

const own = (path: string): URL => new URL(path, import.meta.url)
const read = (path: string): string => readFileSync(own(path), 'utf8')

/** The modules of every script, each after those that it imports. */
const shared = [
  'elements',
  'options',
  'words',
  'figures',
  'ground',
  'plan',
  'snippets',
  'promo',
  'dialogue',
  'hosts',
] as const

/** A script that shops load by its name. */
export interface ShopScript {
  readonly path: string
  /** The constructor's name. */
  readonly name: string
  readonly kind: 'promo' | 'card'
  /** The name of an object that opens sessions, for plug-ins that do so in the browser. */
  readonly sessions?: string
}

const plainCss = (...files: readonly string[]): string =>
  files
    .map(read)
    .join('')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?|(:) /g, '$1$2')
    .replaceAll(';}', '}')
    .trim()

const css = { promo: plainCss('snippet.css', 'how.css'), card: plainCss('snippet.css', 'how.css', 'card.css') }

/** The style of snippets, for browsers that cannot construct it. */
export const snippetStyle = assetOf('snippet.css', Buffer.from(css.card), '/promos/assets')

/** Returns a script for shops' pages. `origin`: the service's address, if the page does not tell where the script is. */
export function writeShopScript({ name, kind, sessions }: ShopScript, origin: string): string {
  const service = { name, sessions, style: css[kind], styleAddress: snippetStyle.address }
  // `import()` leaves no script element, but a stack. Of text that a loader evaluates nothing is known.
  const place = '(document.currentScript?.src||Error().stack||"")'
  const form = '/(https?:\\/\\/[^/\\s]+)\\/[^?\\s]*-(promo|card|plugins)\\.js/'
  const address = `${place}.match(${form})?.[1]??${JSON.stringify(origin)}`
  const drawing = [...shared, ...(kind === 'card' ? ['card'] : []), 'constructors', `define-${kind}`]
  return wrap(
    [...drawing, ...(sessions === undefined ? [] : ['define-sessions'])],
    `{origin:${address},...${JSON.stringify(service)}}`,
  )
}

/** Returns the script of the snippet as a page. */
export function writeWebView(): string {
  const service = { style: css.promo, styleAddress: snippetStyle.address }
  return wrap([...shared, 'web-view'], `{origin:location.origin,...${JSON.stringify(service)}}`)
}

/** Returns the script of the page of "Learn more". */
export function writeLearnMore(): string {
  return wrap(['options', 'figures', 'learn-more'], '{}')
}

function wrap(modules: readonly string[], service: string): string {
  const body = modules.map((name) => plain(read(`browser/${name}.js`))).join('\n')
  return `(()=>{const service=${service};const markets=${marketsJson};\n${body}\n})()\n`
}

// A text; or a sign that continues its line, with the space around it; or one that may end it, with the space before.
const squeezed = /('(?:\\.|[^'\\\n])*'|`[^`]*`)|\s*(=>|===|!==|&&|\|\||\?\?=|\?\?|[=<>?:,{([])\s*|\s*([)}\]]) ?/g

// The modules share one scope. No text in them spans lines, so indentation and lines of comments can go.
function plain(source: string): string {
  return source
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll(/^\s*(\/\/.*|\/\*\*.*\*\/)$/gm, '')
    .replaceAll(/^\s*\/\*\*$[\s\S]*?^\s*\*\/$/gm, '')
    .replaceAll(/^\s+/gm, '')
    .replaceAll(squeezed, (_, text, sign, end) => text ?? sign ?? end)
    .replaceAll(/,(?=[}\])])/g, '')
}

/** Returns the entity tag of a body. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
