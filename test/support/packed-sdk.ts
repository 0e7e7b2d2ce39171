import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Packs the SDK and returns the tarball's path. It packs a copy, because packing compiles and tests pack in parallel.
 */
export function packSdk(into: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'qist-sdk-'))
  try {
    for (const part of ['src', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'])
      cpSync(join(root, 'sdk', part), join(copy, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    // Remove files of an earlier version.
    mkdirSync(join(copy, 'dist'))
    writeFileSync(join(copy, 'dist/former.js'), '')
    const command = ['pack', '--silent', '--pack-destination', into]
    const output = execFileSync('npm', command, { cwd: copy, encoding: 'utf8' })
    return join(into, output.trim().split('\n').at(-1) ?? '')
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
