import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'

/** Images and containers in their own folder, apart from the machine's others. */
export interface Containers {
  /** Returns buildah's output without the newline. Throws if it fails. */
  buildah(...args: string[]): string
  /** Starts the image as compose.yaml does: confined, and with mounts as its only writable places. */
  start(name: string, env: NodeJS.ProcessEnv, mounts: readonly string[], ...command: string[]): RunningProcess
  /** Returns the output of a command in the service's container. */
  exec(name: string, ...command: string[]): Promise<string>
  /** Ends and removes all containers. Their images are removed with the folder. */
  remove(): void
}

export const image = 'localhost/qist'

const confined = [
  ...['--read-only', '--read-only-tmpfs=false', '--image-volume=ignore', '--no-healthcheck'],
  ...['--cap-drop=all', '--security-opt=no-new-privileges'],
  // These also work on a machine without a container network and control groups.
  ...['--network=host', '--cgroups=disabled', '--ulimit=nofile=1024:1024', '--ulimit=nproc=4096:4096'],
]

export function openContainers(work: string): Containers {
  const store = ['--root', join(work, 'images'), '--runroot', join(work, 'run'), '--storage-driver', driver()]
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, [...store, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const podman = [...store, '--cgroup-manager=cgroupfs']
  return {
    buildah: (...args) => run('buildah', ...args),
    start(name, env, mounts, ...command) {
      const settings = Object.entries(env).flatMap(([key, value]) => (value ? ['--env', `${key}=${value}`] : []))
      const volumes = mounts.flatMap((mount) => ['--volume', mount])
      const options = ['run', '--rm', '--name', name, ...confined, ...settings, ...volumes]
      const [first = '', ...rest] = [...podman, ...options, image, ...command]
      return startProcess(first, rest, { node: 'podman' })
    },
    async exec(name, ...command) {
      // This process must continue meanwhile: the container reaches its database through it.
      const { stdout } = await promisify(execFile)('podman', [...podman, 'exec', name, ...command])
      return stdout.trim()
    },
    remove() {
      spawnSync('podman', [...podman, 'rm', '--all', '--force'])
      spawnSync('buildah', [...store, 'rm', '--all'])
    },
  }
}

// Layers are overlaid if the kernel allows it. Otherwise each layer is a whole copy, which is slow.
function driver(): string {
  return spawnSync('grep', ['-q', 'overlay', '/proc/filesystems']).status === 0 ? 'overlay' : 'vfs'
}
