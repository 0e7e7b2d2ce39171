import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { breakSources } from './break-sources.ts'
import { breakages } from './breakages.ts'

// The proof loads this module before the service by `node --import`. It removes one guard from the sources as they are
// read: the proof must notice. The service does not know of it.

const breakage = breakages.find(({ name }) => name === process.env['PROOF_BREAK'])
if (breakage === undefined) throw new Error(`PROOF_BREAK=${process.env['PROOF_BREAK']} is none of the breakages`)
const edited = new Map([...breakSources(breakage)].map(([path, source]) => [pathToFileURL(path).href, source]))

registerHooks({
  load(url, context, nextLoad) {
    const source = edited.get(url)
    return source === undefined ? nextLoad(url, context) : { ...nextLoad(url, context), source }
  },
})
