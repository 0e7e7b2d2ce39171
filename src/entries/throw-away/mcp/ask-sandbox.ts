import { callSandbox } from '../certify/service-client.ts'
import type { ToolContext } from './tool.ts'

interface AskOptions {
  readonly body?: object
}

/** Calls the sandbox of the tools with the merchant's secret key, and returns its answer. Throws CannotRun. */
export async function askSandbox<Answer extends object = Record<string, unknown>>(
  { connection, signal }: ToolContext,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: AskOptions = {},
): Promise<Answer> {
  const { target } = await connection.get()
  return callSandbox<Answer>(target, method, path, { ...options, signal })
}
