import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// The proof loads this module before the service by `node --import`. The service then reads its migrations from another
// folder and acts as a later version. The service does not know of it.

const reader = pathToFileURL(join(import.meta.dirname, '..', 'src', 'platform', 'db', 'migration-files.ts')).href
const place = "new URL('./migrations/', import.meta.url)"
const folder = pathToFileURL(`${process.env['PROOF_MIGRATIONS']}/`).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== reader) return loaded
    const source = String(loaded.source)
    if (!source.includes(place)) throw new Error(`${url} no longer has: ${place}`)
    return { ...loaded, source: source.replace(place, `new URL('${folder}')`) }
  },
})
