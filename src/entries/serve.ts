import cluster from 'node:cluster'
import { readConfig } from '../platform/app/config.ts'
import { explainStart } from './processes/explain-start.ts'
import { holdYoungGeneration } from './processes/young-generation.ts'

/** `npm start`: serves until it is stopped. Prints in one line what prevents a start. */
export async function main(): Promise<void> {
  // The reader of the output may end before the service, which must not end the service.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const releaseYoungGeneration = holdYoungGeneration()
  try {
    const config = readConfig(process.env, process.cwd())
    // Each way of serving loads only what it needs.
    if (config.processes === 1) await (await import('./processes/serve-alone.ts')).serveAlone(config)
    else if (cluster.isPrimary) await (await import('./processes/first-process.ts')).leadProcesses(config)
    else await (await import('./processes/serving-process.ts')).serveAsOne(config)
    releaseYoungGeneration()
  } catch (error) {
    const line = explainStart(error)
    if (line === undefined) throw error
    process.stderr.write(`${line}\n`)
    process.exit(1)
  }
}
