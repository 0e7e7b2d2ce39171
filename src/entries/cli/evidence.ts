import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { makeEvidence } from '../../money/evidence/evidence.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { readKeys, verifyDocument } from '../../platform/signing/verify-document.js'
import { readId } from './keys.ts'
import { type PrintOptions, printJson, printLine } from './output.ts'
import { writeWhole } from './whole-file.ts'
import { withApp } from './with-app.ts'

/**
 * Adds `qist evidence PAYMENT`: writes the signed evidence about a payment to a file or standard output. Exits 1 if
 * there is no such payment (docs/contract/terms.md#evidence).
 */
export function addEvidenceCommand(program: Command): void {
  program
    .command('evidence')
    .description('write one signed file about a payment, which anybody can check with the public keys')
    .argument('<payment>', "the payment's id", readId)
    .option('--out <file>', 'where to write it; without it, standard output')
    .action(async (id: string, { out }: { readonly out?: string }) => {
      const document = await withApp((app) => makeEvidence(app, id))
      if (document === undefined) throw new Refusal('not_found', `no such payment: ${id}`)
      await writeWhole(out, document)
    })
}

interface VerifyOptions extends PrintOptions {
  readonly keys: string
}

/** Exit codes of `qist verify`: a document that is not valid, and a file that cannot be read. */
const exits = { notValid: 1, unreadable: 2 } as const

/**
 * Adds `qist verify FILE… --keys KEYS.json`: checks signed documents with the files alone, without a service or a
 * database. Exits 0 if all are valid, 1 if one is not, 2 if something cannot be read.
 */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check signed documents with the public keys; needs no service and no database')
    .argument('<file...>', 'evidence, statements or letters')
    .requiredOption('--keys <file>', 'what the service answers at /.well-known/qist-keys.json')
    .option('--json', 'print JSON, one object a file and line')
    .action(async (files: readonly string[], options: VerifyOptions) => {
      const keys = await read(options.keys)
        .then(readKeys)
        .catch((error: Error) => {
          process.stderr.write(`qist: ${options.keys}: ${error.message}\n`)
          process.exitCode = exits.unreadable
          return undefined
        })
      if (keys === undefined) return
      const codes: number[] = []
      for (const file of files) codes.push(await verifyFile(file, keys, options))
      process.exitCode = Math.max(...codes)
    })
}

/** Prints the verdict about a file, and returns its exit code. */
async function verifyFile(file: string, keys: readonly unknown[], { json }: VerifyOptions): Promise<number> {
  const content = await read(file).catch((error: Error) => error)
  const isRead = content instanceof Uint8Array
  const { valid, why } = isRead ? await verifyDocument(content, keys) : { valid: false, why: content.message }
  if (json) printJson({ file, valid, why })
  else printLine(valid ? `${file}: valid` : `${file}: not valid: ${why}`)
  if (!isRead) return exits.unreadable
  return valid ? 0 : exits.notValid
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(`it cannot be read (${why})`)
  }
}
