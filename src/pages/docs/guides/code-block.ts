import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import yaml from 'highlight.js/lib/languages/yaml'

/** What a block of code in a guide is, as the words behind its backticks say. */
export type Fence =
  /** Commands: the shell that all of a guide's run in. */
  | { readonly kind: 'run' }
  /** What the commands before it print. */
  | { readonly kind: 'answer'; readonly form: 'json' | 'text' }
  /** A file that the reader writes. */
  | { readonly kind: 'file'; readonly name: string }
  /** A piece of a file of the repository. */
  | { readonly kind: 'example'; readonly path: string }
  | { readonly kind: 'unknown' }

/** Reads them: `sh`, `json answer`, `text answer`, `js shop.mjs`, `json request order.json`, `js examples/shop/notify.js`. */
export function parseFence(info: string): Fence {
  const [language = '', ...words] = info.trim().split(/\s+/)
  const [first, second] = words
  if (language === 'sh' && first === undefined) return { kind: 'run' }
  if (first === 'answer' && second === undefined && (language === 'json' || language === 'text'))
    return { kind: 'answer', form: language }
  const name = first === 'request' ? second : first
  if (name === undefined || words.at(-1) !== name || !name.includes('.')) return { kind: 'unknown' }
  return name.startsWith('examples/') ? { kind: 'example', path: name } : { kind: 'file', name }
}

/** What is written above the block. */
export function labelOf(info: string): string {
  const fence = parseFence(info)
  if (fence.kind === 'run') return 'Shell'
  if (fence.kind === 'answer') return 'Answer'
  if (fence.kind === 'file') return fence.name
  if (fence.kind === 'example') return fence.path
  return info
}

const languages = { sh: bash, js: javascript, json, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** Code as markup, its parts told apart by classes; undefined for a language that has no colours. */
export function highlight(code: string, language: string): string | undefined {
  return Object.hasOwn(languages, language) ? hljs.highlight(code, { language }).value : undefined
}
