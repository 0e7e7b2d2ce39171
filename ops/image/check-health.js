// The health check of the image: requests /health of the service in its container. One region answers for all served regions.
const { HOST, PORT, KSA_PORT, REGIONS } = process.env
const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
const port = REGIONS === 'ksa' ? KSA_PORT || 8081 : PORT || 8080
const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/health`)
// Shown by `docker inspect`.
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 1
