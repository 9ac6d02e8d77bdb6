// What a format answers with; formats know the engine, not the HTTP layer below it.
export { json, text, type WireReply } from '../platform/http/wire.ts'
export { parseJson, readBody } from '../platform/http/body.ts'
