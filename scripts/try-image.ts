import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBase } from './image/base.ts'
import { image, openContainers } from './image/containers.ts'
import { tryService } from './image/try-service.ts'

// `npm run try-image`: builds the image and runs it as compose.yaml does, on a machine that may have neither Docker nor
// an image registry. `-- --base <image>` builds on that image; its registry must be reachable.

const programs = ['buildah', 'podman', 'mmdebstrap', 'unshare']
const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
const inside = 'QIST_TRY_IMAGE'

if (process.platform !== 'linux' || process.getuid?.() !== 0) leaveOut('it takes root on Linux')
else if (missing.length > 0) leaveOut(`${missing.join(', ')} not installed: apt-get install buildah podman mmdebstrap`)
else if (process.env[inside] === undefined) goInside()
else await tryImage()

function leaveOut(why: string): void {
  process.stdout.write(`The image was not tried: ${why}\n`)
}

/** Runs this script again in its own namespaces for mounts and control groups, as container engines expect. */
function goInside(): void {
  const script = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec "$@"'
  const again = [process.execPath, import.meta.filename, ...process.argv.slice(2)]
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', ...again], {
    stdio: 'inherit',
    env: { ...process.env, [inside]: '1' },
  })
  process.exitCode = status ?? 1
}

async function tryImage(): Promise<void> {
  const { values } = parseArgs({ options: { base: { type: 'string' } } })
  const work = mkdtempSync(join(tmpdir(), 'qist-image-'))
  const containers = openContainers(work)
  try {
    const base = values.base ?? makeBase(work, containers)
    say(`base ${base}`)
    build(base)
    say('built in two stages')
    checkConfig()
    await tryService(work, containers, say)
    measure(base)
  } finally {
    containers.remove()
    rmSync(work, { recursive: true, force: true })
  }

  function build(base: string): void {
    const npmrc = join(process.env['HOME'] ?? '', '.npmrc')
    const secret = statSync(npmrc, { throwIfNoEntry: false }) === undefined ? [] : ['--secret', `id=npmrc,src=${npmrc}`]
    const how = ['--isolation', 'chroot', '--format', 'docker', '--quiet', ...secret, '--build-arg', `BASE=${base}`]
    containers.buildah('build', ...how, '--tag', image, join(import.meta.dirname, '..'))
  }

  function checkConfig(): void {
    const { config } = JSON.parse(containers.buildah('inspect', '--format', '{{.Config}}', image))
    assert.deepEqual([config.User, Object.keys(config.Volumes)], ['10001:10001', ['/data']])
    assert.deepEqual(config.Healthcheck.Test, ['CMD', 'node', '/app/check-health.js'])
    assert.equal(config.Labels['org.opencontainers.image.title'], 'Qist')
    say('runs as 10001, with /data, a health check and labels')
  }

  function measure(base: string): void {
    const sizeOf = (name: string): string => containers.buildah('images', '--format', '{{.Size}}', name)
    containers.buildah('push', '--quiet', image, `oci-archive:${work}/image.tar`)
    const packed = Math.round(statSync(join(work, 'image.tar')).size / 1e6)
    say(`${sizeOf(image)}, of which ${sizeOf(base)} are the base; packed ${packed} MB`)
  }
}

function say(what: string): void {
  process.stdout.write(`${what}\n`)
}
