import { chmod, rename, writeFile } from 'node:fs/promises'
import { Gauge, Registry } from 'prom-client'
import { Refusal } from '../../../platform/base/refusals.ts'
import { countWrong, type Examination } from './report.ts'

/**
 * Writes the result for the node exporter's textfile collector. The file is readable for all users, whatever the umask,
 * and is replaced as a whole. Refuses, in one line, a folder that cannot be written.
 */
export async function writeMetrics(file: string, examination: Examination): Promise<void> {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'qist_doctor_wrong',
    help: 'How many things did not agree when the doctor last looked',
    registers,
  }).set(countWrong(examination))
  new Gauge({
    name: 'qist_doctor_finished_timestamp_seconds',
    help: 'When the doctor last finished looking',
    registers,
  }).setToCurrentTime()
  const examined = new Gauge({
    name: 'qist_doctor_examined',
    help: 'How much the doctor looked at, by check',
    labelNames: ['check'],
    registers,
  })
  for (const result of examination.results) examined.set({ check: result.name }, result.examined)
  await replaceFile(file, await registry.metrics()).catch((error: Error) => {
    throw new Refusal('bad_data', `What was found cannot be written for Prometheus: ${error.message}`)
  })
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await chmod(`${file}.new`, 0o644)
  await rename(`${file}.new`, file)
}
