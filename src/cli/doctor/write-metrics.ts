import { rename, writeFile } from 'node:fs/promises'
import { Gauge, Registry } from 'prom-client'
import { countWrong, type Examination } from './report.ts'

/** Writes what the doctor found for Prometheus, as the node exporter reads it from files. The file is there whole or as it was. */
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
  await writeFile(`${file}.new`, await registry.metrics(), { mode: 0o644 })
  await rename(`${file}.new`, file)
}
