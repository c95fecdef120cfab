package stepfunctions

import (
	"net/url"

	"github.com/flowglot/flowglot/pkg/value"
)

// httpTask is the resource of a task that calls an HTTPS API.
const httpTask = "arn:aws:states:::http:invoke"

// trace adds the request and the response of a task that calls an HTTPS API, as the level TRACE does: the request that the task would
// send, without what its connection adds, and the response that the mock stands for. A request that failed has no response.
func (s *stateRun) trace(out *value.Object) {
	arguments, ok := s.called.(*value.Object)
	if !s.http || !ok {
		return
	}
	request := value.NewObject(5)
	request.Set("protocol", "https")
	if method, ok := arguments.Get("Method").(string); ok {
		request.Set("method", method)
	}
	if address, ok := arguments.Get("ApiEndpoint").(string); ok {
		request.Set("url", withQuery(address, arguments.Get("QueryParameters")))
	}
	showPart(request, "headers", arguments, "Headers")
	showPart(request, "body", arguments, "RequestBody")
	out.Set("request", request)
	m := s.test.Mock
	if m == nil || m.Fail != nil {
		return
	}
	answer, ok := m.Return.(*value.Object)
	if !ok {
		return
	}
	response := value.NewObject(5)
	response.Set("protocol", "https")
	if code, ok := answer.Lookup("StatusCode"); ok {
		response.Set("statusCode", string(value.Append(nil, code)))
	}
	if text, ok := answer.Get("StatusText").(string); ok {
		response.Set("statusMessage", text)
	}
	showPart(response, "headers", answer, "Headers")
	showPart(response, "body", answer, "ResponseBody")
	out.Set("response", response)
}

// showPart adds a member as a text: JSON, unless it is one.
func showPart(to *value.Object, name string, from *value.Object, member string) {
	v, ok := from.Lookup(member)
	if !ok {
		return
	}
	text, isText := v.(string)
	if !isText {
		text = jsonText(v)
	}
	to.Set(name, text)
}

// withQuery is an address with parameters, in their order.
func withQuery(address string, parameters any) string {
	o, ok := parameters.(*value.Object)
	if !ok {
		return address
	}
	sign := "?"
	if u, err := url.Parse(address); err == nil && u.RawQuery != "" {
		sign = "&"
	}
	for k, v := range o.All() {
		values, several := v.([]any)
		if !several {
			values = []any{v}
		}
		for _, v := range values {
			text, ok := v.(string)
			if !ok {
				text = jsonText(v)
			}
			address += sign + url.QueryEscape(k) + "=" + url.QueryEscape(text)
			sign = "&"
		}
	}
	return address
}
