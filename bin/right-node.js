import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number(process.versions.node.split('.')[0])
const brought = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))

/**
 * Runs `run` where this Node can load the sources. Where it is too old, starts the same command again with the Node that the project
 * brings; without one it answers `--help` and `--version`, and says in one line what to do. `endsWithParent`: whether the command also ends when the process that started it is gone.
 */
export async function inRightNode(run, endsWithParent = false) {
  if (major < 24 && existsSync(brought)) return startAgain(endsWithParent)
  if (major < 22) return answerInOldNode(run)
  // What the engine made of the sources is kept for the next start, without their types. The sources are therefore loaded only after
  // this line. Node 22.0 keeps nothing.
  module.enableCompileCache?.()
  await run()
}

/** Answers `--help` and `--version`, which need no more than the compiled sources. For anything else this Node is too old. */
async function answerInOldNode(run) {
  const [first, second, ...others] = process.argv.slice(2)
  const isHelp = (word) => ['--help', '-h'].includes(word)
  const isQuestion = ['help', '--version'].includes(first) || isHelp(first) || (isHelp(second) && others.length === 0)
  if (
    isQuestion &&
    (await run().then(
      () => true,
      () => false,
    ))
  )
    return
  process.stderr.write(
    `qist: this is Node ${process.version}, and 22 or newer is needed: call npx qist in a checkout, which brings its own, or npm install node@24 here\n`,
  )
  process.exitCode = 1
}

/** Ends as the other process does, and passes it the signals that are meant for it. */
function startAgain(endsWithParent) {
  const other = spawn(brought, process.argv.slice(1), { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
  // A terminal gives Ctrl-C to both.
  for (const signal of signals)
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || other.kill(signal))
  if (endsWithParent) {
    const parent = process.ppid
    setInterval(() => process.ppid === parent || process.exit(1), 500).unref()
  }
  other.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}
