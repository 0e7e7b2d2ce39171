import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal } from '../../platform/base/refusals.ts'
import { isAlive } from '../../platform/db/embedded/postmaster.ts'
import { writeOut } from './output.ts'
import { refuseFile } from './problems.ts'

/** An output that appears completely or not at all. */
export interface WholeFile {
  readonly write: (content: string | Readable) => Promise<void>
  /** Gives the file its name, or prints it. Throws if it was not written completely. */
  readonly finish: () => Promise<void>
  /** Closes the file, and removes it if it is unfinished. */
  readonly close: () => Promise<void>
}

/**
 * Opens a file that takes its name when it is finished; it then replaces an earlier file of that name. Without a path
 * it is printed on standard output when it is finished. Only its owner may read it. Refuses a path that cannot be written,
 * and a folder or a device.
 */
export function openWholeFile(path: string | undefined): Promise<WholeFile> {
  return path === undefined ? openPrinted() : openNamed(path)
}

/** Writes a whole output: a text, or a stream. A file appears completely or not at all. */
export async function writeWhole(path: string | undefined, content: string | Readable): Promise<void> {
  const file = await openWholeFile(path)
  try {
    await file.write(content)
    await file.finish()
  } finally {
    await file.close()
  }
}

async function openNamed(path: string): Promise<WholeFile> {
  const explain = (error: unknown): never => refuseFile(path, error)
  const target = targetOf(path)
  const unfinished = `${target}.partial-${process.pid}`
  const file = await openNew(target, unfinished).catch(explain)
  return {
    write: (content) => file.writeFile(content).catch(explain),
    finish: () =>
      file
        .sync()
        .then(() => rename(unfinished, target))
        .catch(explain),
    async close() {
      await file.close()
      await rm(unfinished, { force: true })
    },
  }
}

async function openNew(target: string, unfinished: string): Promise<FileHandle> {
  removeLeftovers(target)
  return open(unfinished, 'wx', 0o600)
}

// The text waits in a file, because it is printed only when nothing can be refused any more.
async function openPrinted(): Promise<WholeFile> {
  const folder = await mkdtemp(join(tmpdir(), 'qist-')).catch((error) => refuseFile(tmpdir(), error))
  const explain = (error: unknown): never => refuseFile(folder, error)
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const file = await open(join(folder, 'output'), 'wx+', 0o600).catch(explain)
  // A file without a name is gone when the command is killed. Windows removes it only when it is closed.
  await remove().catch(() => undefined)
  return {
    write: (content) => file.writeFile(content).catch(explain),
    async finish() {
      const texts = file.createReadStream({ start: 0, encoding: 'utf8', autoClose: false })
      for await (const text of texts) await writeOut(text)
    },
    async close() {
      await file.close()
      await remove()
    },
  }
}

/** Returns the file to replace, behind links. Refuses a folder and a device. */
function targetOf(path: string): string {
  if (!existsSync(path)) return resolve(path)
  if (!statSync(path).isFile()) throw new Refusal('bad_data', `${path}: this is no file that can be replaced`)
  return realpathSync(path)
}

// A command that was killed has left its file.
function removeLeftovers(target: string): void {
  const prefix = `${basename(target)}.partial-`
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid === process.pid || !isAlive(pid)) rmSync(join(dirname(target), name), { force: true })
  }
}
