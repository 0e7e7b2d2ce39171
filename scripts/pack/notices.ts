import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

/**
 * Returns the notices of the packages that these files belong to, by name: version, licence, and the texts that the
 * licence asks to keep. `inputs`: paths in the checkout.
 */
export function writeNotices(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []))
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const files = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    const texts = files.sort().map((file) => readFileSync(join(root, folder, file), 'utf8').trim())
    return [`${name} ${version}, ${license}`, ...texts].join('\n\n')
  })
  const line = '-'.repeat(80)
  return `The packages that are part of this one, and their licences.\n\n${notices.sort().join(`\n\n${line}\n\n`)}\n`
}
