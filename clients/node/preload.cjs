// Loaded into a client's Node with `--require`: works in the client's folder, and leads TLS connections for the names
// that the client has built in to the plug-in host.
const tls = require('node:tls')

process.chdir(process.env.CLIENT_FOLDER)

const names = new RegExp(`(^|\\.)(${process.env.CLIENT_DOMAINS.replaceAll('.', '\\.').replaceAll(',', '|')})$`)
const port = Number(process.env.CLIENT_PORT)
const connect = tls.connect

tls.connect = (...args) => {
  const [options, ...others] = args
  if (typeof options !== 'object' || !names.test(options.host ?? '')) return connect(...args)
  const servername = options.servername || options.host
  return connect({ ...options, host: '127.0.0.1', hostname: '127.0.0.1', port, servername }, ...others)
}

// The client ends with the process that started it, however that one ends.
const parent = process.ppid
setInterval(() => process.ppid === parent || process.exit(1), 1_000).unref()
