import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { breakages } from './breakages.ts'

// Loaded before the service by `node --import`, and by nobody but the proof: takes one guard out of the sources as they are
// read, so that the proof can show that it would notice. Nothing in the service knows of it.

const root = join(import.meta.dirname, '..')
const breakage = breakages.find(({ name }) => name === process.env['PROOF_BREAK'])
if (breakage === undefined) throw new Error(`PROOF_BREAK=${process.env['PROOF_BREAK']} is none of the breakages`)

const edited = new Map<string, string>()
for (const { file, find, replace } of breakage.edits) {
  const url = pathToFileURL(join(root, file)).href
  const source = edited.get(url) ?? readFileSync(join(root, file), 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} does not have once: ${find}`)
  edited.set(
    url,
    source.replace(find, () => replace),
  )
}

registerHooks({
  load(url, context, nextLoad) {
    const source = edited.get(url)
    return source === undefined ? nextLoad(url, context) : { ...nextLoad(url, context), source }
  },
})
