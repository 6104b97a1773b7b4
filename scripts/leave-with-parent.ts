// Loaded before each child's own code. A child leaves by itself when its launcher is gone; this is the rope for
// one that forgot to, or got stuck on its way out.
const graceMs = 4000

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), graceMs).unref()
})
// Listening must not keep alive a child that has finished its work.
process.channel?.unref()
