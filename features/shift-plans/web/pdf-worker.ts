// The library's own worker, as a file of ours: the content security policy allows only those.
import 'pdfjs-dist/build/pdf.worker.min.mjs'
