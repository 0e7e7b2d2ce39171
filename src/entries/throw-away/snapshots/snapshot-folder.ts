import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../platform/base/make-folder.ts'

/** Its name in the data folder. */
const kept = 'snapshots'

/** Copies of a data folder, inside of it, so that they end with it. No service may use the folder meanwhile. */
export class SnapshotFolder {
  readonly #dataDir: string
  readonly #folder: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#folder = join(dataDir, kept)
  }

  list(): { readonly name: string; readonly takenAt: number }[] {
    if (!existsSync(this.#folder)) return []
    const names = readdirSync(this.#folder).filter((name) => !name.includes('.'))
    return names.map((name) => ({ name, takenAt: lstatSync(join(this.#folder, name)).mtimeMs }))
  }

  /** Keeps the data under the name, in place of an earlier copy. A failure leaves the earlier one. */
  take(name: string): void {
    makeFolder(this.#folder)
    const fresh = join(this.#folder, `${name}.new`)
    rmSync(fresh, { recursive: true, force: true })
    try {
      mkdirSync(fresh)
      for (const entry of this.#entries()) copyTree(join(this.#dataDir, entry), join(fresh, entry))
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true })
      throw error
    }
    this.remove(name)
    renameSync(fresh, join(this.#folder, name))
  }

  /** Puts the copy in place of the data. */
  restore(name: string): void {
    const from = join(this.#folder, name)
    // What cannot be copied fails before anything is removed.
    const fresh = join(this.#folder, `${name}.back`)
    rmSync(fresh, { recursive: true, force: true })
    try {
      copyTree(from, fresh)
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true })
      throw error
    }
    this.#exchange(fresh)
    rmSync(fresh, { recursive: true, force: true })
  }

  remove(name: string): void {
    rmSync(join(this.#folder, name), { recursive: true, force: true })
  }

  /** Puts the entries of `fresh` in place of the data's, and those in its place. Undoes what a failure has left halfway. */
  #exchange(fresh: string): void {
    const former = `${fresh}.former`
    rmSync(former, { recursive: true, force: true })
    mkdirSync(former)
    const moves = [
      ...this.#entries().map((entry) => [join(this.#dataDir, entry), join(former, entry)] as const),
      ...readdirSync(fresh).map((entry) => [join(fresh, entry), join(this.#dataDir, entry)] as const),
    ]
    const done: (readonly [from: string, to: string])[] = []
    try {
      for (const [from, to] of moves) {
        renameSync(from, to)
        done.push([from, to])
      }
    } catch (error) {
      for (const [from, to] of done.reverse()) renameSync(to, from)
      throw error
    }
    rmSync(former, { recursive: true, force: true })
  }

  #entries(): string[] {
    return readdirSync(this.#dataDir).filter((entry) => entry !== kept)
  }
}

/** Copies with owners and rights: the database's files may belong to another user than this process. */
function copyTree(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  keepRights(from, to)
  if (!lstatSync(from).isDirectory()) return
  for (const path of readdirSync(from, { recursive: true }).map(String)) keepRights(join(from, path), join(to, path))
}

function keepRights(from: string, to: string): void {
  const { uid, gid, mode } = lstatSync(from)
  const copy = lstatSync(to)
  if (copy.uid !== uid || copy.gid !== gid) lchownSync(to, uid, gid)
  if (copy.mode !== mode && !copy.isSymbolicLink()) chmodSync(to, mode)
}
