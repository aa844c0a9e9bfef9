import CCurl
import CurlGateway
