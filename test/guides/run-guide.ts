import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Guide } from '../../src/pages/docs/guides/guide.ts'
import { type Language, languageOf, translateCommands } from '../../src/pages/docs/guides/languages.ts'
import { assertAnswered } from './answers.ts'
import { type Block, blocksOf } from './blocks.ts'
import { openReader, type Reader, root } from './sandbox.ts'

/** The checks of blocks that are not run here, by guide and by the words after the backticks. */
export const checkedElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'connect-a-plugin': {
    'sh by-hand': 'npm run clients does the same with a real shop',
  },
  'get-your-certificate': {
    'sh by-hand': 'it opens the shell in which the guides run',
  },
  'in-your-ci': {
    'sh by-hand': "one needs the reader's tarball; certificate.yml has the other",
    'json package.json': 'test/packed/packed.test.ts runs it',
    'js payment.test.js': 'test/packed/packed.test.ts runs it',
    'yaml .github/workflows/test.yml': 'test/packed/packed.test.ts runs its steps',
    'yaml .github/workflows/certificate.yml': 'test/throw-away/certify.test.ts certifies with these options',
  },
  'quick-start': {
    'sh by-hand': 'they open the shell in which the guides run; the other one does not end',
  },
  'receive-webhooks': {
    'sh by-hand': 'test/throw-away/beside.test.ts runs it',
  },
  sdk: {
    'sh by-hand': "it needs the reader's tarball",
  },
  'test-data-and-time-travel': {
    'sh snapshots': 'test/throw-away/snapshots.test.ts runs it',
  },
  'with-an-agent': {
    'sh by-hand': 'test/mcp/process.test.ts runs it',
    'json .mcp.json': 'test/mcp/guide.test.ts starts its command',
  },
}

/** The separator between the outputs of two blocks. */
const end = '\u001e'

/**
 * Runs a guide from top to bottom, with its files in one language. Throws if a command fails or prints other output
 * than the guide shows: all languages lead to the same output. `example`: the folder whose copy the reader is in.
 */
export async function runGuide(guide: Guide, language: Language = 'js', example?: string): Promise<void> {
  const all = blocksOf(guide)
  const blocks = all.map((block) => inLanguage(block, language, all))
  if (!blocks.some(({ fence }) => fence.kind === 'run')) return assertExamples(blocks)
  const reader = await openReader(example)
  try {
    const printed = await runBlocks(blocks, reader)
    assertAnswers(blocks, printed)
    assertExamples(blocks)
  } finally {
    await reader.close()
  }
}

// A JavaScript file stays for the commands that no other language has.
function inLanguage(block: Block, language: Language, all: readonly Block[]): Block {
  const own = languageOf(block.info) ?? language
  if (own !== language && own !== 'js') return { ...block, fence: { kind: 'other-language' } }
  return block.fence.kind === 'run' ? { ...block, text: translateCommands(block.text, language, all) } : block
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
