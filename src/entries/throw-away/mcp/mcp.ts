import type { Command } from 'commander'
import { CannotRun } from '../certify/service-client.ts'

const help = `
Speaks the Model Context Protocol on standard input and output; messages for people are on standard error. The tools work
on the running sandbox of QIST_URL and QIST_SECRET_KEY. Without these variables the first tool that needs a sandbox
starts a throw-away one, which ends with the command. A service that is no sandbox is refused.

For a coding agent:
  {"mcpServers": {"qist": {"command": "npx", "args": ["qist", "mcp"]}}}

Exit code: 0 when standard input closes or on SIGTERM, 1 if the variables are wrong.`

/** `qist mcp` (docs/contract/integrators.md#tools-for-agents). */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'give a coding agent tools over the sandbox of QIST_URL and QIST_SECRET_KEY, else over a throw-away one, by the Model Context Protocol',
    )
    .addHelpText('after', help)
    .action(runServer)
}

async function runServer(): Promise<void> {
  // Only this command loads the protocol's library.
  const { serveMcp } = await import('./serve-mcp.ts')
  try {
    await serveMcp(process.env)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    process.stderr.write(`qist: ${error.message}\n`)
    process.exitCode = 1
  }
}
