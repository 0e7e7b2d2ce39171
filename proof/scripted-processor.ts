import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// The proof loads this module before the service by `node --import`. It replaces the sandbox's card processor by one
// that keeps a book. The service does not know of it.

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
