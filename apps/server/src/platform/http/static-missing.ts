/** What a browser shows when the web application was not built. Without styles: the data policy allows none. */
export const notBuiltPage = Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bindery</title>
<h1>The web application is not built</h1>
<p>The server runs and serves packages, but the files of its web application are missing.
<p>Run <code>npm run build</code> in the folder of Bindery and start it again, or start it with
<code>npm start</code>, which builds what is missing.
</html>
`)
