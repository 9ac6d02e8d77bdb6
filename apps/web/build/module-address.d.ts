declare module 'module-url:*' {
  const address: string
  export default address
}
