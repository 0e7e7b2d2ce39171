import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import yaml from 'highlight.js/lib/languages/yaml'

/** The kind of a code block in a guide. The words behind its backticks name it. */
export type Fence =
  /** Commands. All commands of a guide run in one shell. */
  | { readonly kind: 'run' }
  /** Commands that need something of the reader's own, such as a shop. Nothing runs them here. */
  | { readonly kind: 'by-hand' }
  /** The output of the commands before. */
  | { readonly kind: 'answer'; readonly form: 'json' | 'text' }
  /** A file that the reader writes. */
  | { readonly kind: 'file'; readonly name: string }
  /** A piece of a file of the repository. */
  | { readonly kind: 'example'; readonly path: string }
  | { readonly kind: 'unknown' }

/**
 * Parses `sh`, `sh by-hand`, `json answer`, `text answer`, `js shop.mjs`, `json request order.json`,
 * `js examples/shop/notify.js`, `python shop.py`.
 */
export function parseFence(info: string): Fence {
  const [language = '', ...words] = info.trim().split(/\s+/)
  const [first, second] = words
  if (language === 'sh' && first === undefined) return { kind: 'run' }
  if (language === 'sh' && first === 'by-hand' && second === undefined) return { kind: 'by-hand' }
  if (first === 'answer' && second === undefined && (language === 'json' || language === 'text'))
    return { kind: 'answer', form: language }
  const name = first === 'request' ? second : first
  if (name === undefined || words.at(-1) !== name || !name.includes('.')) return { kind: 'unknown' }
  return name.startsWith('examples/') ? { kind: 'example', path: name } : { kind: 'file', name }
}

/** Returns the label above the block. */
export function labelOf(info: string): string {
  const fence = parseFence(info)
  if (fence.kind === 'run' || fence.kind === 'by-hand') return 'Shell'
  if (fence.kind === 'answer') return 'Answer'
  if (fence.kind === 'file') return fence.name
  if (fence.kind === 'example') return fence.path
  return info
}

const grammars = { sh: bash, js: javascript, json, php, python, yaml }
for (const [name, language] of Object.entries(grammars)) hljs.registerLanguage(name, language)

/** Returns highlighted, escaped HTML; undefined for a language without highlighting. */
export function highlight(code: string, language: string): string | undefined {
  return Object.hasOwn(grammars, language) ? hljs.highlight(code, { language }).value : undefined
}
