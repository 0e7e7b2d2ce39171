import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Guide } from '../../src/pages/docs/guides/guide.ts'
import { assertAnswered } from './answers.ts'
import { type Block, blocksOf } from './blocks.ts'
import { openReader, type Reader, root } from './sandbox.ts'

/** The checks of blocks that are not run here, by guide and by the words after the backticks. */
export const checkedElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'connect-a-plugin': {
    'sh by-hand': 'npm run clients does the same with a real shop',
  },
  'in-your-ci': {
    'json package.json': 'test/packed/packed.test.ts runs it',
    'js payment.test.js': 'test/packed/packed.test.ts runs it',
    'yaml .github/workflows/test.yml': 'test/packed/packed.test.ts runs its steps',
  },
}

/** The separator between the outputs of two blocks. */
const end = '\u001e'

/** Runs a guide from top to bottom. Throws if a command fails or prints other output than the guide shows. */
export async function runGuide(guide: Guide): Promise<void> {
  const blocks = blocksOf(guide)
  if (!blocks.some(({ fence }) => fence.kind === 'run')) return assertExamples(blocks)
  const reader = await openReader()
  try {
    const printed = await runBlocks(blocks, reader)
    assertAnswers(blocks, printed)
    assertExamples(blocks)
  } finally {
    await reader.close()
  }
}

/** Runs all blocks as one shell session. Returns the output of each, by its position. */
async function runBlocks(blocks: readonly Block[], { folder, env }: Reader): Promise<string[]> {
  const aside = mkdtempSync(join(tmpdir(), 'qist-blocks-'))
  const script = join(aside, 'script.sh')
  writeFileSync(script, blocks.map((block, index) => commandsOf(block, join(aside, String(index)))).join('\n'))
  const shell = spawn('bash', ['--norc', '--noprofile', '-euo', 'pipefail', script], {
    ...{ cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
    // A process group of its own, so that servers which remain can be ended.
    detached: true,
  })
  const printed: string[] = []
  const complaints: string[] = []
  shell.stdout?.setEncoding('utf8').on('data', (chunk: string) => void printed.push(chunk))
  shell.stderr?.setEncoding('utf8').on('data', (chunk: string) => void complaints.push(chunk))
  // Remaining servers hold the output open.
  shell.once('exit', () => endGroup(shell.pid))
  const [code] = await once(shell, 'close')
  rmSync(aside, { recursive: true })
  const outputs = printed.join('').split(end)
  const failed = blocks[outputs.length - 1]
  assert.equal(code, 0, `${failed?.text}\nended with ${code} and printed\n${outputs.at(-1)}\n${complaints.join('')}`)
  return outputs
}

function commandsOf({ fence, text }: Block, file: string): string {
  const commands = fence.kind === 'run' ? text : fence.kind === 'file' ? place(fence.name, text, file) : ''
  return `${commands}\nprintf '${end}'`
}

function place(name: string, text: string, file: string): string {
  writeFileSync(file, `${text}\n`)
  return `mkdir -p '${dirname(name)}' && cp '${file}' '${name}'`
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // The group is empty.
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
  }
}

function assertAnswers(blocks: readonly Block[], printed: readonly string[]): void {
  for (const [index, { fence, text }] of blocks.entries()) {
    if (fence.kind !== 'answer') continue
    assert.equal(blocks[index - 1]?.fence.kind, 'run', `an answer follows what prints it:\n${text}`)
    assertAnswered(printed[index - 1] ?? '', text, fence.form)
  }
}

function assertExamples(blocks: readonly Block[]): void {
  for (const { fence, text } of blocks) {
    if (fence.kind !== 'example') continue
    assert.ok(readFileSync(join(root, fence.path), 'utf8').includes(text), `${fence.path} has no\n${text}`)
  }
}
