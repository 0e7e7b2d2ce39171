import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { breakSources } from './break-sources.ts'
import { breakages } from './breakages.ts'

// Loaded before the service by `node --import`, and by nobody but the proof: takes one guard out of the sources as they are
// read, so that the proof can show that it would notice. Nothing in the service knows of it.

const breakage = breakages.find(({ name }) => name === process.env['PROOF_BREAK'])
if (breakage === undefined) throw new Error(`PROOF_BREAK=${process.env['PROOF_BREAK']} is none of the breakages`)
const edited = new Map([...breakSources(breakage)].map(([path, source]) => [pathToFileURL(path).href, source]))

registerHooks({
  load(url, context, nextLoad) {
    const source = edited.get(url)
    return source === undefined ? nextLoad(url, context) : { ...nextLoad(url, context), source }
  },
})
