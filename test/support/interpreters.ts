import { spawnSync } from 'node:child_process'

/** The interpreters beside Node, and a command that ends with 0 if the machine has one that fits. */
const interpreters = {
  python: {
    name: 'python3 3.9 or newer with sqlite3',
    command: ['python3', '-c', 'import sqlite3, sys; sys.exit(sys.version_info < (3, 9))'],
  },
  php: {
    name: 'php 8.1 or newer with curl',
    command: ['php', '-r', 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);'],
  },
} as const

export type Interpreter = keyof typeof interpreters

/**
 * Returns the reason to skip a test that needs an interpreter; false if the machine has it. Throws if it is missing and
 * TEST_NEEDS, such as `python,php`, names it.
 */
export function reasonToSkip(interpreter: Interpreter): string | false {
  const { name, command } = interpreters[interpreter]
  const [program, ...args] = command
  if (spawnSync(program, args).status === 0) return false
  const reason = `this machine has no ${name}`
  if ((process.env['TEST_NEEDS'] ?? '').split(',').includes(interpreter)) throw new Error(reason)
  return reason
}
