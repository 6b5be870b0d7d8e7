/** Opens the one server instance. Next runs this once, before it answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startServer } = await import('@/app/_server/start-server')
    await startServer()
  }
}
