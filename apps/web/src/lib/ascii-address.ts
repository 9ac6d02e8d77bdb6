/** With everything that is no printable ASCII written in percent codes: a redirect refuses other characters. */
export const asciiAddress = (address: string) =>
  address.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
