/** Libraries that a page loads before its script. */
declare var React: any;
declare var ReactDOM: any;
declare var GraphiQL: any;
declare var SwaggerUIBundle: any;
