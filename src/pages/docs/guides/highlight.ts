import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = { sh: bash, js: javascript, json, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** Code as markup, its parts told apart by classes; undefined for a language that has no colours. */
export function highlight(code: string, language: string): string | undefined {
  return Object.hasOwn(languages, language) ? hljs.highlight(code, { language }).value : undefined
}
