import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { encodePng } from './png.ts'

const image = { width: 3, height: 2, bitsPerPixel: 8, lines: Buffer.from([0, 1, 2, 255, 0, 128, 4, 9]) } as const

test('each chunk of a PNG ends with its checksum', () => {
  const file = encodePng(image)
  let at = 8
  let parts = 0
  for (; at < file.length; parts += 1) {
    const end = at + 8 + file.readUInt32BE(at)
    assert.equal(file.readUInt32BE(end), crc32(file.subarray(at + 4, end)))
    at = end + 4
  }
  assert.deepEqual([parts, at], [3, file.length])
})

// Removes what is newer than Node 22.0 before our code is loaded.
const early = `import module from 'node:module'
import zlib from 'node:zlib'
delete module.enableCompileCache
delete zlib.crc32
module.syncBuiltinESMExports()`

test('Node 22.0, without a compile cache and without crc32, runs the command and draws pictures', () => {
  const root = join(import.meta.dirname, '../../..')
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(early)}`, ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  assert.match(run('bin/qist.js', '--version'), /^\d+\.\d+\.\d+\n$/)
  const draw = `import { encodePng } from './src/platform/base/png.ts'
    console.log(encodePng({ width: 1, height: 1, bitsPerPixel: 8, lines: Buffer.alloc(2) }).subarray(-4).toString('hex'))`
  assert.equal(run('--input-type=module', '--eval', draw), 'ae426082\n')
})
