import { Readable, Writable } from 'node:stream'
import { inspect } from 'node:util'
import { runCommand } from '../src/entries/cli.ts'
import type { CommandOrder, CommandResult } from './command.ts'

// A process that runs commands for `command.ts`, one after the other, and so loads the service only once.

/** Replaces an output stream of this process. Returns a function that returns what was written. */
function capture(name: 'stdout' | 'stderr'): () => string {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  Object.defineProperty(process, name, { value: stream, configurable: true })
  return () => Buffer.concat(chunks).toString()
}

async function run({ args, env, input }: CommandOrder): Promise<CommandResult> {
  process.env = { ...env }
  process.exitCode = 0
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    configurable: true,
  })
  const [stdout, stderr] = [capture('stdout'), capture('stderr')]
  try {
    await runCommand(args)
  } catch (error) {
    process.stderr.write(inspect(error))
    process.exitCode = 1
  }
  return { code: Number(process.exitCode), stdout: stdout(), stderr: stderr() }
}

process.on('message', async (order: CommandOrder) => process.send?.(await run(order)))
// The tests have ended.
process.on('disconnect', () => process.exit(0))
