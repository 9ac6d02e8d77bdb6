// `npm start`: from a fresh clone to a running server, with nothing but Node 20 and npm on the machine.
// No static imports: an old Node must reach the sentence below before it meets syntax it cannot read.
const oldest = 20

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`Bindery needs Node ${oldest} or later to start; this is ${process.version}.`)
  console.error('Install a newer Node, then run npm start again.')
  process.exitCode = 1
} else {
  void import('./prepare/start.mjs').then(({ start }) => start(process.argv.slice(2)))
}
