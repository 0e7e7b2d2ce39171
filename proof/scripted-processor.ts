import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Loaded before the service by `node --import`, and by nobody but the proof: puts a card processor that keeps books in the place of
// the sandbox's, which keeps none. Nothing in the service knows of it.

const replaced = pathToFileURL(join(import.meta.dirname, '..', 'src', 'platform', 'adapters', 'sandbox-cards.ts')).href
const scripted = pathToFileURL(join(import.meta.dirname, 'scripted-cards.ts')).href
const opening = 'export function openSandboxCards('

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== replaced) return loaded
    const source = String(loaded.source)
    if (!source.includes(opening)) throw new Error(`${url} no longer has: ${opening}`)
    const plain = source.replace(opening, 'function openPlainCards(')
    return { ...loaded, source: `${plain}\nexport { openScriptedCards as openSandboxCards } from '${scripted}'\n` }
  },
})
